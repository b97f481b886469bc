// Loaded into a run that may be ended early: it removes what it has made, as at its own end.
process.once('SIGTERM', () => process.exit(1));
