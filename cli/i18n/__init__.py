"""The language of what people read: catalogues, and how a text is found in them."""
