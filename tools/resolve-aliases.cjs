// For dependency-cruiser: the aliases of package.json ("imports"), leading to sources instead of compiled files.
const { join } = require('node:path');
const { imports } = require('../package.json');

module.exports = {
  resolve: {
    alias: Object.fromEntries(
      Object.entries(imports).map(([name, path]) => [
        name,
        join(process.cwd(), path.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts')),
      ]),
    ),
  },
};
