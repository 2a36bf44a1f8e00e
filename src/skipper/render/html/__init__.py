"""Pages: a manager's file as one HTML page, and a site of them."""
