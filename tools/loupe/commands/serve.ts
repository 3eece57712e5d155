/** `loupe serve`, and `loupe` alone: the built app on this machine, on a node of this machine or a given endpoint. */
import { spawn } from 'node:child_process';
import { StartFailure } from '../../../devnet/start-failure';
import { askChainId, nodeLine } from '../../serving/own-node';
import { claimPort, parsePort, parseUrl } from '../../serving/ports';
import { toldToEnd } from '../../serving/told-to-end';
import { type Command, readArguments } from '../command';
import { appConfig, appFolder, serveApp } from '../serve-app';

const LOCAL = 'http://127.0.0.1:8545';
const PORT = 4173;
const NO_NODE = { node: undefined, config: undefined };

export const serve: Command = {
  name: 'serve',
  summary: 'serves the app and opens the browser',
  usage: `loupe serve [options]

  --rpc URL        the node that the app is on (ETH_RPC_URL, else ${LOCAL} where one answers)
  --port N         port of the app on 127.0.0.1 (${PORT})
  --no-open        open no browser

Example:
  loupe serve --rpc http://127.0.0.1:8545
`,
  async run(given, io) {
    const options = { rpc: { type: 'string' }, port: { type: 'string' }, 'no-open': { type: 'boolean' } } as const;
    const { values } = readArguments(given, options, []);
    const wanted = parsePort('--port', values.port, PORT);
    const asked = values.rpc ?? io.environment.ETH_RPC_URL;
    const url = asked === undefined ? LOCAL : parseUrl('--rpc', asked);
    const folder = appFolder();
    if (folder === undefined) throw new StartFailure('The app is not built; "npm run build" does that.');
    const port = await claimPort(wanted, '--port', 'loupe serve');
    // Without a node the app has the networks that it was built with.
    const chainId = asked === undefined ? await askChainId(url).catch(() => undefined) : await askChainId(url);
    const { node, config } = chainId === undefined ? NO_NODE : await appConfig(url, chainId);
    const server = await serveApp(folder, port, config);
    const told = toldToEnd();
    io.out(`Loupe   ${server.url}\n${node ? `Node    ${url}\n        ${nodeLine(node)}\n` : ''}Ctrl-C ends it.\n`);
    if (values['no-open'] !== true) openBrowser(server.url);
    await told;
    await server.close();
    return 0;
  },
};

/** Opens a browser. Where there is none, or nobody who could see it, the line with the address is all there is. */
function openBrowser(url: string): void {
  const [command, ...others] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(command ?? '', [...others, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
