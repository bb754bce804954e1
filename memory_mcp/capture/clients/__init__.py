"""What each client writes into its transcripts, read into one shape."""
