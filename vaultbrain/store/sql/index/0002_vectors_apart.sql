-- Vectors stand in a file of their own: the index can be thrown away without them.

DROP TABLE vector;
DROP TABLE generation;
