"""What the maps of all editions of Mare Nostrum share: how provinces and seas are drawn."""
