import './styles/fonts.css'
import './styles/tokens.css'
import './styles/parts.css'
import './styles/app.css'
import './styles/lobby.css'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })
