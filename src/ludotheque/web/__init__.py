"""Tables in the browser: pages, a JSON API and live updates, over the house of tables.

app        the application, put together           visitors   who asks, in which language
pages      what people read (HTML)                 api        what people and programs do (JSON)
watching   live updates (WebSocket)                showing    a table as one person may see it
"""
