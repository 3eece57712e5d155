/** The reference implementation of ENSIP-15 in its edition for Unicode 15. */
declare module 'ens-normalize-1.10' {
  export function ens_normalize(name: string): string;
}
