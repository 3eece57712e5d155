/** Ports, looked at before anything slow is started. */
import { connect } from 'node:net';
import { freePort } from '../../devnet/free-port';
import { StartFailure } from '../../devnet/start-failure';

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
