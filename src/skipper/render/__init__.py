"""Output formats for answers: terminal, CSV (`flat`), DataFrame (`frame`) and HTML pages (`html`)."""
