"""Tables: people and bots in the seats of a game, and a log of everything that happened there.

events    what can happen at a table            table     a table, made of its events and nothing else
people    who can have a seat                   clock     what each seat has spent, and since when one thinks
opening   how a table is opened                 errors    what cannot be done at a table
summary   a table in a list                     storage   events and summaries on disk
pending   what a table waits for                thinking  bots in worker processes
archive   finished games as records, out and in
loading   the compiled rules of games           timekeeping  the time, by a monotonic clock
lot       who sits where is drawn               history   what a person has played, and a rating
rooms     a table with all that is alive        presence  who looks at which table, in all processes
broker    between several processes             attendants  let bots move and clocks run, and try again
service   all tables, live: it stores, tells whoever watches, and lets sleep what nobody needs
"""
