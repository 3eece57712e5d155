/** The options of `npm start`. */
import { parseArgs } from 'node:util';
import { StartFailure } from '../../devnet/start-failure';
import { parsePort, parseUrl } from '../serving/ports';

export type StartOptions = {
  /** Port of the app. */
  port: number;
  /** Port of Anvil. */
  rpcPort: number;
  /** Somebody else's node to use instead of Anvil. */
  rpc?: string;
  /** Vite's dev server instead of the production build. */
  dev: boolean;
  /** The demo chain without its largest transaction. */
  small: boolean;
  help: boolean;
};

export const usage = `npm start -- [options]

  --port N       port of the app (4173)
  --rpc-port N   port of the demo chain's node (8545)
  --rpc URL      use this node instead of the demo chain
  --small        leave out the demo chain's largest transaction, which costs its node a gigabyte
  --dev          serve the sources through Vite's dev server instead of the production build
  --help         show this
`;

/** Reads the parsed command line. Throws a `StartFailure` that names what is wrong with it. */
export function parseOptions(argv: readonly string[]): StartOptions {
  const values = readArguments(argv);
  const port = parsePort('--port', values.port, 4173);
  const rpcPort = parsePort('--rpc-port', values['rpc-port'], 8545);
  if (port === rpcPort && port !== 0 && values.rpc === undefined)
    throw new StartFailure(`--port and --rpc-port are both ${port}: the app and its node need a port each.`);
  return {
    port,
    rpcPort,
    ...(values.rpc === undefined ? {} : { rpc: parseUrl('--rpc', values.rpc) }),
    dev: values.dev ?? false,
    small: values.small ?? false,
    help: values.help ?? false,
  };
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        'rpc-port': { type: 'string' },
        rpc: { type: 'string' },
        dev: { type: 'boolean' },
        small: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new StartFailure(`${sentence}; "npm start -- --help" lists the options.`);
  }
}
