-- What a statement says, as the network reads it: standing, decision, change or open.
ALTER TABLE statement_reading ADD COLUMN role TEXT;
