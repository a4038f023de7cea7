"""Labels with several aspects: small grids and small collections."""
