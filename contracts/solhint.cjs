// solhint's recommended rules, with these exceptions.
module.exports = {
  extends: 'solhint:recommended',
  rules: {
    // script/generate.ts requires a @notice or a @return of every external function, and no more.
    'use-natspec': 'off',
    // An index is for the fields that readers search by.
    'gas-indexed-events': 'off',
    // Fields are in the order of the specification.
    'gas-struct-packing': 'off',
    // The compiler generates the same code for both.
    'gas-strict-inequalities': 'off',
    // The length of an EIP-712 type is fixed.
    'gas-small-strings': 'off',
    // Measured instead: the tests compare gas with contracts/snapshots.
    'gas-calldata-parameters': 'off',
    // `nonce++` returns the former value.
    'gas-increment-by-one': 'off',
    // The getter of a constant has the constant's name.
    'func-name-mixedcase': 'off',
    // The getter of an immutable has the immutable's name, as its interface spells it.
    'immutable-vars-naming': 'off',
    // Internal libraries of one noun share a module.
    'one-contract-per-file': 'off',
    'func-visibility': ['warn', { ignoreConstructors: true }],
    'import-path-check': ['warn', ['../node_modules', 'node_modules']],
  },
}
