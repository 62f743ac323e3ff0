"""One module per verb: HELP, EXAMPLES, add_arguments(parser), run(args, io)."""
