"""What each verb of the cards' vocabulary does; importing a module registers its verbs."""
