/** `npm start`: the app on the demo chain, or on a node of yours. The rest is loaded once Node is known to be new enough. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Loupe needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const { run } = await import('./start/run');
await run(process.argv.slice(2));

export {};
