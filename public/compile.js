// Runs one Solidity compiler: as a classic worker, or as a script of a hidden frame for compilers that need more stack
// than a worker has. A file of its own, because soljson is no module and is loaded from a blob: nothing of it is bundled.
(function () {
  // Standard JSON in and out, as bytes. `module` is what soljson leaves behind as `Module`.
  function compile(module, input) {
    var size = input.length + 1;
    // The input goes to the heap, not through cwrap, whose strings go to the stack and overflow it beyond a megabyte.
    var pointer = module._solidity_alloc ? module._solidity_alloc(size) : module._malloc(size);
    module.HEAPU8.set(input, pointer);
    module.HEAPU8[pointer + input.length] = 0;
    var output;
    if (module._solidity_compile) {
      // The third argument, a context for callbacks, exists since 0.6.0.
      output = module.cwrap('solidity_compile', 'string', ['number', 'number', 'number'])(pointer, 0, 0);
    } else if (module._compileStandard) {
      output = module.cwrap('compileStandard', 'string', ['number', 'number'])(pointer, 0);
    } else {
      throw new Error('this compiler is older than 0.4.11 and does not know standard JSON');
    }
    if (module._solidity_reset) module._solidity_reset();
    return new TextEncoder().encode(output);
  }

  function version(module) {
    return module.cwrap(module._solidity_version ? 'solidity_version' : 'version', 'string', [])();
  }

  // In a frame the page calls these.
  self.loupeCompiler = { compile: compile, version: version };
  if (typeof importScripts !== 'function') return;

  self.onmessage = function (event) {
    var message = event.data;
    try {
      if (message.soljson) importScripts(message.soljson);
      if (!self.Module) throw new Error('the file is no Solidity compiler');
      if (!message.input) {
        self.postMessage({ version: version(self.Module) });
        return;
      }
      var output = compile(self.Module, message.input);
      self.postMessage({ output: output }, [output.buffer]);
    } catch (error) {
      self.postMessage({ error: { name: String(error && error.name), message: String((error && error.message) || error) } });
    }
  };
})();
