"""The page and its HTTP API: ``kaleido play`` (extra `web`).

`kaleido.web.app.create_app` makes the application and `kaleido.web.server` runs it. Other
processes (`kaleido.web.worker`) do the work, so that the server itself always answers.
"""
