// Runs before `npm start`, `npm test` and the like, on whatever Node the machine has, before anything is
// installed. So: nothing from node_modules, and a syntax that an old Node can still read and refuse.
const major = Number(process.versions.node.split('.')[0])

if (major < 18) {
  console.error('Node ' + process.versions.node + ' is too old: install Node 18 or newer and run this again.')
  if (process.env.npm_lifecycle_event === 'pretest') console.log('0 passed, 1 failed')
  process.exit(1)
}

import('./setup/builds.mjs')
  .then(({ prepare }) => prepare(process.argv[2] || 'start'))
  .catch((error) => import('./setup/errors.mjs').then(({ refuse }) => refuse(error)))
