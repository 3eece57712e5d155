/** Chain ids from here on are those of networks for tests of contracts: no chain that is listed has them. */
export const FIRST_TEST_NETWORK = 7_357_000;
