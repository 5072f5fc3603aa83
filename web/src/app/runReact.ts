// React's script runs what it brings when it comes, in a task of its own, and not in the one that starts the client: what is
// typed in between is not held up.
import 'react'
import 'react/jsx-runtime'
import 'react-dom'
import 'react-dom/client'
