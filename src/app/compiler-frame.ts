/**
 * Runs a Solidity compiler on the page's own thread, in a hidden frame of this
 * origin: some of 0.4 and 0.5 need more stack than a worker has. The page
 * stands still meanwhile, about a second.
 */
import { fail, ok, type Result } from '../core/values/result';

type FrameWindow = Window & {
  Module?: object;
  loupeCompiler?: { compile(module: object, input: Uint8Array): Uint8Array };
};

/** Compiles `input` with `soljson` to standard JSON output, all UTF-8; the error is in the compiler's words. */
export async function compileInFrame(soljson: Uint8Array, input: Uint8Array): Promise<Result<Uint8Array, string>> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const url = URL.createObjectURL(new Blob([new Uint8Array(soljson)], { type: 'text/javascript' }));
  try {
    const { contentWindow, contentDocument } = frame;
    if (contentWindow === null || contentDocument === null) return fail('this page may not make frames');
    await loadScript(contentDocument, '/compile.js');
    await loadScript(contentDocument, url);
    const { Module, loupeCompiler } = contentWindow as FrameWindow;
    if (Module === undefined || loupeCompiler === undefined) return fail('the compiler could not be loaded');
    return ok(loupeCompiler.compile(Module, input));
  } catch (error) {
    return fail(String(error).slice(0, 500));
  } finally {
    URL.revokeObjectURL(url);
    frame.remove();
  }
}

function loadScript(document: Document, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('the compiler could not be loaded'));
    document.head.append(script);
  });
}
