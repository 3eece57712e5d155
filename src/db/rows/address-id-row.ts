/** Table `addressIds`: short numbers for addresses, which packed lists name thousands of times. One is never given twice, and never taken back. */

export type AddressIdRow = {
  /** From 1 on, given by the database. */
  id: number;
  /** 20 bytes. */
  address: ArrayBuffer;
};
