/** Standard JSON input, compiled by a solc of this machine to what reads like the build output of a tool. */
import { execFile } from 'node:child_process';
import { StartFailure } from '../../devnet/start-failure';
import { harmlessText } from '../../src/core/text/harmless';

/** Bytes of a compiler's output at most. */
const MAX_OUTPUT = 512 << 20;

/** Outputs that the compiler is asked for. The code does not depend on them. */
const SELECTION = {
  '*': { '*': ['abi', 'metadata', 'storageLayout', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] },
};

/**
 * Compiles standard JSON input. `stated` is the version that it has to be compiled with; any will do without it. Throws a
 * `StartFailure` where there is no such compiler, or it refuses the sources.
 */
export async function compileInput(
  given: Readonly<Record<string, unknown>>,
  solc: string,
  stated?: string,
): Promise<Uint8Array> {
  const settings = typeof given.settings === 'object' ? given.settings : {};
  const input = { ...given, settings: { ...settings, outputSelection: SELECTION } };
  const [version] = /\d+\.\d+\.\d+\+commit\.[\da-f]+/.exec(await runCompiler(solc, ['--version'])) ?? [];
  if (version === undefined) throw new StartFailure(`${solc} does not state a version; is it solc?`);
  if (stated !== undefined && stated !== version)
    throw new StartFailure(
      `The sources are of solc ${harmlessText(stated, 60)}, and ${solc} is ${version}; --solc names another.`,
    );
  const said = await runCompiler(solc, ['--standard-json'], JSON.stringify(input));
  const output = parseOutput(said.slice(said.indexOf('{')));
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new StartFailure(
      `It does not compile: ${harmlessText(errors[0]?.message ?? 'the compiler says why not', 300)}`,
    );
  return new TextEncoder().encode(
    JSON.stringify({ solcVersion: version.split('+')[0], solcLongVersion: version, input, output }),
  );
}

/** The standard output of a run of the compiler. Throws a `StartFailure` where it cannot be run. */
function runCompiler(solc: string, args: readonly string[], stdin = ''): Promise<string> {
  return new Promise((done, failed) => {
    const child = execFile(solc, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT }, (error, stdout) => {
      if (stdout !== '' || error === null) done(stdout);
      else
        failed(new StartFailure(`${solc} cannot be run (${error.message.split('\n')[0]}); --solc names a compiler.`));
    });
    // One that ends at once reads nothing, which is told above.
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin);
  });
}

function parseOutput(text: string): { errors?: readonly { severity: string; message: string }[] } {
  try {
    return JSON.parse(text) as { errors?: readonly { severity: string; message: string }[] };
  } catch {
    throw new StartFailure('The compiler printed no JSON.');
  }
}
