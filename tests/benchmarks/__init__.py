"""Tables of measured times and sizes; none is asserted."""
