/** `loupe`: finds the command, and turns whatever comes of it into a code and sentences. */

import { StartFailure } from '../../devnet/start-failure';
import { harmlessText } from '../../src/core/text/harmless';
import { messageOf } from '../../src/core/values/thrown';
import { leaveDatabaseOut } from '../../src/db/database';
import { BadArguments, complain, type Io } from './command';
import { COMMANDS } from './commands';

/** Runs `loupe` with its arguments and returns the code that the process ends with. Never throws. Tests run it in their own process. */
export async function runLoupe(given: readonly string[], io: Io): Promise<number> {
  const [name = 'serve', ...others] = given[0]?.startsWith('-') && !isHelp(given[0]) ? ['serve', ...given] : given;
  if (isHelp(name) || name === 'help') {
    io.out(await helpText());
    return 0;
  }
  const listed = COMMANDS.find((each) => each.name === name);
  if (listed === undefined) {
    io.err(`There is no command "${harmlessText(name, 40)}"; "loupe --help" lists them.\n`);
    return 2;
  }
  const command = await listed.load();
  if (others.some(isHelp)) {
    io.out(`${command.summary}\n\n${command.usage}`);
    return 0;
  }
  try {
    return await command.run(others, io);
  } catch (thrown) {
    const said = messageOf(thrown);
    const isExpected = thrown instanceof StartFailure;
    if (!isExpected && io.environment.LOUPE_DEBUG !== undefined) throw thrown;
    complain(io, `${isExpected ? '' : 'This is a bug of Loupe: '}${said}`);
    if (thrown instanceof BadArguments) io.err(`"loupe ${name} --help" says how it is used.\n`);
    return 2;
  } finally {
    leaveDatabaseOut(false);
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

async function helpText(): Promise<string> {
  const commands = await Promise.all(COMMANDS.map(({ load }) => load()));
  const lines = commands.map(({ name, summary }) => `  loupe ${name.padEnd(9)} ${summary}`);
  return `Explorer and transaction debugger for EVM chains.

${lines.join('\n')}

Without a command it serves the app, as \`loupe serve\` does. "loupe COMMAND --help" has the arguments and an example.
The endpoint is --rpc URL, else ETH_RPC_URL, else http://127.0.0.1:8545. Build output of the project in the working
directory (out/, artifacts/) gives names and lines of source.

Ends with 0 as asked, 1 where it cannot be shown as asked, 2 for a bad argument or an endpoint that failed.
`;
}
