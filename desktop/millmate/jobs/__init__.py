"""Work in child processes: a function with its arguments, run in a fresh interpreter.

Parent and child talk over one pipe in tuples `(word, number, value)`: the parent sends `CALL`,
`STOP`, `PAUSE` and `RESUME`, the child any number of `REPORT`s and then one `RESULT` or `FAULT`.
`number` is that of the call, so that answers to abandoned calls can be ignored. The pipe closes
when either side dies; the child then ends.
"""
