/** A type that cannot be mixed up with another of the same shape: `Brand<number, 'Pc'>` is no `Brand<number, 'RowIndex'>`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
