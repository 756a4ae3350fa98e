"""What must hold of the content: the box as a whole (`box.faults`), and each kind of card."""
