"""What clients tell their hooks and write into their transcripts, as turns."""
