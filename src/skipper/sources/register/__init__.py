"""The Chadwick Register: people, and their ids in other sources."""
