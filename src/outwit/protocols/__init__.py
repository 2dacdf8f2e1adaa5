"""The engine as a process for tournament managers, in UCI, UAI and UGI."""
