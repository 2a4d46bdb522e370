"""Program, features and tree -> C and OpenCL text.  The only room that makes text of programs."""
