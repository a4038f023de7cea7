"""The pages of the atlas and of the explorer: plain data in, HTML out.

`rendering` turns a :class:`~proofs.pages.rendering.Page` into text by the template of its kind;
`content` says what each kind of page holds; `drawing` draws witnesses and orders; `matrices` says
which questions are asked. The atlas writes the pages into a folder, and a server may render the
same pages one by one.
"""
