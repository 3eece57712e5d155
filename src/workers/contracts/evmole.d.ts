/** What is used of evmole: its package has types, but does not export them. */
declare module 'evmole/no_tla' {
  /** Loads the WebAssembly, once. */
  // biome-ignore lint/style/noDefaultExport: it is the package's
  export default function load(): Promise<unknown>;
  export function contractInfo(
    code: string,
    wanted: { selectors?: boolean; arguments?: boolean; stateMutability?: boolean },
  ): {
    /** `selector` is eight digits without 0x, `arguments` canonical types. */
    functions?: { selector: string; bytecodeOffset: number; arguments?: string; stateMutability?: string }[];
  };
}
