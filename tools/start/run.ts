/** `npm start`, from its arguments to the last line it prints, and its end. */
import { StartFailure } from '../../devnet/start-failure';
import { type Demo, startDemo } from './demo';
import { parseOptions, usage } from './options';

/** Runs until it is interrupted or the node ends; then the process exits. */
export async function run(argv: readonly string[]): Promise<void> {
  let demo: Demo | undefined;
  let ending = false;
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    await demo?.stop();
    process.exit(code);
  };
  // While the demo is still coming up there is nothing to stop in order: the node is killed as this process exits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  endWithParent(() => void end(0));

  try {
    const options = parseOptions(argv);
    if (options.help) {
      console.log(usage);
      return await end(0);
    }
    demo = await startDemo({ ...options, onProgress: (text) => console.log(`  ${text} …`) });
  } catch (error) {
    // What fails because of the end is no news.
    if (ending) return;
    console.error(error instanceof StartFailure ? error.message : error);
    return await end(1);
  }
  printDemo(demo);
  await demo.nodeEnded;
  // Ctrl-C reaches the node at the same time as this process; give the signal time to be heard.
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (!ending) console.error('The demo chain’s node ended by itself; start again to get it back.');
  await end(1);
}

function printDemo({ url, rpcUrl, node, links }: Demo): void {
  console.log(`\nLoupe   ${url}\nNode    ${rpcUrl}\n${node === undefined ? '' : `        ${node}\n`}`);
  for (const link of links) console.log(`${link.name}: ${link.note}\n  ${link.url}`);
  console.log(`${links.length > 0 ? '\n' : ''}Ctrl-C ends it.`);
}

/** Calls `end` when the process that started this one is gone, which sends no signal when it was killed. */
function endWithParent(end: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 1000).unref();
}
