/**
 * Identifies this build of the code: the address of the module that the engine begins with has a digest of its content,
 * which names the files with the code for traces by their digests.
 */
export const THIS_BUILD = import.meta.url;
