/** Ports and addresses as commands take them, looked at before anything slow is started. */
import { connect } from 'node:net';
import { freePort } from '../../devnet/free-port';
import { StartFailure } from '../../devnet/start-failure';

/** Parses the port that the option names. Throws a `StartFailure` for what is none. */
export function parsePort(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartFailure(`${option} takes a number from 0 to 65535, not "${text}".`);
}

/** Parses the URL that the option names, as it is. Throws a `StartFailure` for what is none of HTTP. */
export function parseUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new StartFailure(`${option} takes a URL that begins with http:// or https://, not "${text}".`);
}

/**
 * Returns `port` when it is free on the loopback address, or any free port for
 * 0. Throws a `StartFailure` that names the port and the option of `command`
 * that changes it.
 */
export async function claimPort(port: number, option: string, command = 'npm start --'): Promise<number> {
  if (port !== 0 && (await somebodyListens(port))) throw taken(port, option, command);
  try {
    return await freePort(port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw taken(port, option, command);
    throw new StartFailure(`Port ${port} cannot be used (${code}); choose another with ${option}.`);
  }
}

function taken(port: number, option: string, command: string): StartFailure {
  return new StartFailure(
    `Port ${port} is taken; choose another with ${option}, as in "${command} ${option} ${port + 1}".`,
  );
}

/** Finds listeners that a bind would not collide with, such as one on all addresses on macOS. */
function somebodyListens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
