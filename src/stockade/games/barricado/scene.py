"""placeholder until the picture is drawn"""
