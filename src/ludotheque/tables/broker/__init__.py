"""What the processes of a house tell each other: by Valkey or Redis, or, where there is only one, not at all.

notes     what they tell              local     one process, that has nobody to tell
valkey    many, through a server      url       which of the two, by its address
"""
