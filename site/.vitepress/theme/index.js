import DefaultTheme from 'vitepress/theme-without-fonts'
import StepView from './StepView.vue'
import './style.css'

// On paper, folded text is shown.
function unfoldForPrint() {
    let folded = []
    addEventListener('beforeprint', () => {
        folded = [...document.querySelectorAll('details:not([open])')]
        folded.forEach(one => one.open = true)
    })
    addEventListener('afterprint', () => folded.forEach(one => one.open = false))
}

export default {
    extends: DefaultTheme,
    enhanceApp({app}) {
        app.component('StepView', StepView)
        if (!import.meta.env.SSR)
            unfoldForPrint()
    },
}
