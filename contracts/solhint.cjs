// solhint's recommended rules, but for these.
module.exports = {
  extends: 'solhint:recommended',
  rules: {
    // script/generate.ts demands a @notice or a @return of every function that can be called, and no more.
    'use-natspec': 'off',
    // An index is for what is searched by.
    'gas-indexed-events': 'off',
    // Fields stand in the order in which the specification names them.
    'gas-struct-packing': 'off',
    // The compiler makes the same of both.
    'gas-strict-inequalities': 'off',
    // A type of EIP-712 is as long as it is.
    'gas-small-strings': 'off',
    // A movement's account is read from memory once: gas is measured, and compared with contracts/snapshots.
    'gas-calldata-parameters': 'off',
    // `nonce++` where the former value is what is asked for.
    'gas-increment-by-one': 'off',
    // The getter of a constant bears the constant's name.
    'func-name-mixedcase': 'off',
    // And that of an immutable the immutable's, so that its interface says how it is written.
    'immutable-vars-naming': 'off',
    'func-visibility': ['warn', { ignoreConstructors: true }],
    'import-path-check': ['warn', ['../node_modules', 'node_modules']],
  },
}
