# Sourced by the course's scripts: say TEXT prints it in the language of SPOKEN, en or zh; without SPOKEN in English.
say() {
    case ${SPOKEN:-en} in
    en) printf '%s\n' "$*" ;;
    *) printf '%s\n' "$*" | build/course/in_language "$SPOKEN" ;;
    esac
}
