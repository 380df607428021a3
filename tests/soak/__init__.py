"""Long runs of real processes that are ended as a power cut would end them."""
