// boardgame.io's own server with the smallest game there is: four players in turn add one to a number.
// Matches are in memory; with a folder as the second argument each is a file there.
const { FlatFile, Server } = require("boardgame.io/server");

const counting = {
  name: "counting",
  setup: () => ({ number: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }) => {
      G.number += 1;
    },
  },
};
const [port, folder] = process.argv.slice(2);
const db = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [counting], origins: [/./], ...db }).run({
  port: Number(port),
  callback: () => console.log("ready"),
});
